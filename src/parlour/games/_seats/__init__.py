"""What games for several share: people at a table as the page speaks of them."""
