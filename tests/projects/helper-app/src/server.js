setTimeout(() => console.log('served'), 60_000);
