"""Quick judgement in Splendor."""
