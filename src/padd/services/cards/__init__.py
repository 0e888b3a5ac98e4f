"""Card data: uploaded, reviewed, put into use; and the resulting catalogue."""
