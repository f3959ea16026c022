// A script without imports,
// so that helper is the one of src/utils/helper.js.
if (process.argv.length > 0) {
    helper();
}
