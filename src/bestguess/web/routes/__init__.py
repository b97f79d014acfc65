"""The routes: each function reads a query, asks the service for the response, and returns it."""
