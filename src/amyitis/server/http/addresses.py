"""Where the routes of the API are."""

API = "/api/v1"
