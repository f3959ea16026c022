function helper() {
  return 'Hello';
}
