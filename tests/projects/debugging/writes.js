process.stdout.write('written without a console\n');
console.log('logged');
process.stderr.write('complained without a console\n');
process.exitCode = Number(process.argv[2] ?? 0);
