"""What is asked of the server, and what it says: for checking requests and for the OpenAPI text."""
