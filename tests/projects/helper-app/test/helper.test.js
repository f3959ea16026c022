// Tests of function helper.
