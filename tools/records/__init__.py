"""`make records`: asks for the optima of many games, proves them, checks the proofs and writes docs/results.md.

*questions* says what is asked, and in which order; *published* what others found before; *rows* is the data file;
*run* asks, writes certificates and has them checked; *page* makes Markdown of the data.
"""
