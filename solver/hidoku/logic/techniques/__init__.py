"""The techniques: every file here has one or a few that are alike, with all there is to say."""
