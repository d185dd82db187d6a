"""A technique of Hidoku: the lesson that teaches it, and exercises of it."""
