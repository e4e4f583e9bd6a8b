"""Amounts of money: whole cents everywhere, text only at the edge."""


def total(cents):
    """The sum of amounts, in cents."""
    return sum(cents)


def text(cents):
    """An amount as people read it: text(1205) is "12.05"."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"
