// wire.js: one socket to the table, with an outbox: a command is sent until the server has answered it, also over
// reconnects and reloads. Its id makes a repeat harmless. The words are in docs/protocol.md.
// @ts-check

/**
 * @typedef {[move: string, origin: string, target: string]} Source
 * @typedef {{t: 'board', rev: number, v: number, since: number, epoch: string, f: Object<string, string>, legal?: Source[],
 *   over?: boolean, say?: string, phase?: string, turn?: number | null, mine?: boolean, now?: number}} Board
 * @typedef {{t: 'done', id: string, rev: number, hint?: Source, advice?: {then?: string}, say?: string, go?: string}} Done
 * @typedef {{t: 'said', seat: number, phrase: string}} Said
 * @typedef {{t: 'refused', id: string | null, code: string, why: string, rev: number}} Refused
 * @typedef {{t: string, id: string, rev: number, moves?: string[], phrase?: string, seat?: number}} Command
 * @typedef {{board: (m: Board) => void, done: (m: Done, c: Command) => void, refused: (m: Refused, c: Command | null) => void,
 *   state: (open: boolean, tries: number) => void, said?: (m: Said) => void}} Ears
 */

const GONE = 4404; // the server has no such table
const RENEWED = 4403; // the link by which this page played a seat is void

export class Wire {
  /**
   * @param {string} table its id
   * @param {number} rev the revision that the page was drawn at
   * @param {number} v the number of that drawing
   * @param {string} epoch the server's life that this number belongs to
   * @param {Ears} ears who listens
   */
  constructor(table, rev, v, epoch, ears) {
    this.table = table;
    this.rev = rev;
    this.v = v;
    this.epoch = epoch;
    this.ears = ears;
    this.due = rev; // the revision that the latest answer spoke of
    this.tries = 0;
    this.key = `parlour:${table}`;
    /** @type {Command | null} the command that waits for its answer */
    this.waiting = JSON.parse(sessionStorage.getItem(this.key) ?? 'null');
    /** @type {WebSocket | null} */
    this.socket = null;
    this.connect();
    addEventListener('online', () => this.wake());
    document.addEventListener('visibilitychange', () => { if (!document.hidden) this.wake(); });
  }

  connect() {
    const url = new URL(`/t/${this.table}/socket?v=${this.v}&epoch=${this.epoch}`, location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = this.socket = new WebSocket(url);
    socket.onopen = () => { this.tries = 0; this.ears.state(true, 0); this.flush(); };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = (event) => {
      this.socket = null;
      if (event.code === GONE) return this.ears.state(false, Infinity);
      if (event.code === RENEWED) return location.reload();
      this.ears.state(false, ++this.tries);
      this.timer = setTimeout(() => this.connect(), Math.min(8000, 250 * 2 ** (this.tries - 1)) * (0.75 + Math.random() / 2));
      return undefined;
    };
  }

  /** Try at once to connect again, where that was waiting for its time. */
  wake() {
    if (this.socket || !this.timer) return;
    clearTimeout(this.timer);
    this.connect();
  }

  /** @param {Board | Done | Refused | Said} m */
  receive(m) {
    if (m.t === 'board') return this.take(m);
    if (m.t === 'said') return this.ears.said?.(m);
    const command = this.waiting?.id === m.id ? this.waiting : null;
    if (command) this.settle();
    this.due = Math.max(this.due, m.rev);
    if (m.t === 'done') { if (command) this.ears.done(m, command); }
    else this.ears.refused(m, command);
    return undefined;
  }

  /** Take a board, unless something is missing before it: then ask for all of it. @param {Board} m */
  take(m) {
    const whole = m.since < 0;
    if (!whole && (m.epoch !== this.epoch || m.since > this.v)) return this.socket?.send('{"t":"sync"}');
    if (!whole && m.v < this.v) return undefined;
    this.rev = m.rev;
    this.v = m.v;
    if (m.epoch !== this.epoch) this.due = m.rev; // another life of the server, perhaps over an older copy of its log
    this.epoch = m.epoch;
    return this.ears.board(m);
  }

  /** Whether an answer is awaited, or the board that it spoke of. */
  get busy() { return this.waiting !== null || this.rev < this.due; }

  /** Whether a command waits for the table to be back. */
  get kept() { return this.waiting !== null && this.socket?.readyState !== WebSocket.OPEN; }

  /**
   * Send a command. One waits at a time; returns whether this one was taken.
   * @param {string} t
   * @param {{moves?: string[], phrase?: string, seat?: number}} [fields] what else it says
   */
  send(t, fields) {
    if (this.busy) return false;
    const id = Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, '0')).join('');
    this.waiting = { t, id, rev: this.rev, ...fields };
    sessionStorage.setItem(this.key, JSON.stringify(this.waiting));
    this.flush();
    return true;
  }

  flush() {
    if (this.waiting && this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(this.waiting));
  }

  settle() {
    this.waiting = null;
    sessionStorage.removeItem(this.key);
  }
}
