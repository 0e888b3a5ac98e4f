"""Access: who somebody is, what they may do, and what they may see."""
