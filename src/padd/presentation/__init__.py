"""What a viewer sees: typed views, texts, reasons and drawings, for every interface."""
