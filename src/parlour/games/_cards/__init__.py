"""What games with a standard deck share: card texts, deal numbers, text boards."""
