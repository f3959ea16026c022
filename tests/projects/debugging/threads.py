import threading


def work(number):
    square = number * number
    print("square", square)


threads = [threading.Thread(target=work, args=(n,), name=f"worker {n}") for n in (2, 3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
raise ValueError("no more work")
