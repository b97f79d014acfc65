"""What the commands print, in lines of 80 columns: functions that return texts and tables, and print nothing.

`tables` has the general parts, `board` the rows of a game, `advice` what to guess next, `reviews` games that were
played, `puzzles` practice puzzles, `figures` the results of strategies over all secrets.
"""
