"""The pack creator: random packs for anybody, from a product and a seed."""
