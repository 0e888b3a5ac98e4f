"""What a viewer sees: typed views, words, reasons and drawings, for every channel."""
