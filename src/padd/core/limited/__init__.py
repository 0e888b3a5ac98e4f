"""Draft and sealed play: products, packs from seeds, drafts, pools."""
