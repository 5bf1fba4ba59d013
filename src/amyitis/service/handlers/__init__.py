"""The handlers of the route table, by theme. Each takes the service, the call, and the parameters of its route."""
