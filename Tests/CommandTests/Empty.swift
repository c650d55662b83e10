// Empty until its first test.
