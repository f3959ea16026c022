/** Stands in for a list of certificates in the bundle: Hawser verifies servers with those of the system and of the user. */
module.exports = { ca: [] };
