"""How people who are away are called: webhooks in several shapes, and web push. Only to addresses outside."""
