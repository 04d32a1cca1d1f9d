"""Published figures for the classic board with the decks shuffled after each card, in percent of throws; the last value is in jail.

Sources: Collins' table as checked by three programs, and two chains of our own derivation (the official rule; a double out of jail
that throws again, by which older tables were made).
"""

from __future__ import annotations

SHORT = (
    *(3.0961, 2.1314, 1.8849, 2.1624, 2.3285, 2.9631, 2.2621, 0.8650, 2.3210, 2.3003, 2.2695, 2.7017, 2.6040, 2.3721),
    *(2.4649, 2.9200, 2.7924, 2.5945, 2.9356, 3.0852, 2.8836, 2.8358, 1.0480, 2.7357, 3.1858, 3.0659, 2.7072, 2.6789),
    *(2.8074, 2.5861, 0, 2.6774, 2.6252, 2.3661, 2.5006, 2.4326, 0.8669, 2.1864, 2.1799, 2.6260, 3.9499),
)
LONG = (
    *(2.9183, 2.0100, 1.7775, 2.0398, 2.1966, 2.8050, 2.1346, 0.8164, 2.1903, 2.1712, 2.1422, 2.5596, 2.6155, 2.1760),
    *(2.4253, 2.6366, 2.6789, 2.2951, 2.8197, 2.8116, 2.8248, 2.6142, 1.0450, 2.5673, 2.9955, 2.8928, 2.5401, 2.5192),
    *(2.6548, 2.4387, 0, 2.5249, 2.4769, 2.2292, 2.3576, 2.2925, 0.8174, 2.0616, 2.0558, 2.4861, 9.3855),
)
LONG_THROWING_AGAIN = (
    *(2.9143, 2.0073, 1.7750, 2.0369, 2.1934, 2.8010, 2.1317, 0.8152, 2.1873, 2.1680, 2.1392, 2.5560, 2.6140, 2.1741),
    *(2.4255, 2.6354, 2.6802, 2.2957, 2.8210, 2.8118, 2.8253, 2.6143, 1.0448, 2.5671, 2.9929, 2.8930, 2.5370, 2.5191),
    *(2.6507, 2.4381, 0, 2.5236, 2.4721, 2.2276, 2.3531, 2.2906, 0.8158, 2.0595, 2.0521, 2.4832, 9.4569),
)
HOTELS_SHORT = {
    "brown": 15.059,
    "light_blue": 39.009,
    "pink": 60.237,
    "orange": 85.268,
    "red": 93.544,
    "yellow": 92.972,
    "green": 102.616,
    "dark_blue": 85.315,
}
THREE_HOUSES_SHORT = {
    "brown": 5.811,
    "light_blue": 19.275,
    "pink": 35.156,
    "orange": 50.015,
    "red": 62.894,
    "yellow": 65.070,
    "green": 72.729,
    "dark_blue": 60.814,
}
BREAK_EVEN_HOTELS = {
    "brown": 41.2,
    "light_blue": 27.4,
    "pink": 32.2,
    "orange": 24.2,
    "red": 31.3,
    "yellow": 32.8,
    "green": 38.2,
    "dark_blue": 32.2,
}
BREAK_EVEN_THREE_HOUSES = {
    "brown": 72.3,
    "light_blue": 39.9,
    "pink": 38.1,
    "orange": 29.2,
    "red": 32.3,
    "yellow": 33.0,
    "green": 37.4,
    "dark_blue": 32.1,
}
FOUR_RAILROADS_SHORT = 22.763
