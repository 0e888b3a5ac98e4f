"""Access: who someone is, what they may do, and what they may see."""
