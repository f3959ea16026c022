const answer = 6 * 7;
process.send(answer);
process.disconnect();
