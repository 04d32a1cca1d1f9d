"""Many games of one edition: who plays what (`plan`), both ways of playing it (`playing`), sums of what happened (`summing`), the work of
several threads (`working`), and what follows from the sums (`figures`)."""
