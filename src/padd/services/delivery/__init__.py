"""What leaves the program: e-mail, webhooks, paper on the disk."""
