"""The project's page: its documents, references and films as static files."""
