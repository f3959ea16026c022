import sys

sys.stdout.write("written without print\n")
print("printed")
sys.exit(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
