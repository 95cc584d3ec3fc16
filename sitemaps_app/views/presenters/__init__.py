"""From rows to what a page shows: numbers become texts, points and links here, so that views stay short and templates never calculate."""
