import sys


def add(total, price):
    result = total + price
    return result


def total(prices):
    current = 0
    for price in prices:
        current = add(current, price)
    return current


order = {"customer": "Ada", "prices": [3, 4, 5]}
print(order["customer"], "pays", total(order["prices"]))
sys.exit(4)
