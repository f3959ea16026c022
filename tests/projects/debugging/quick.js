console.log('quick is done');
