import { expect, test } from 'vitest';
import { readModule } from '../../../src/editor/imports/read-module.ts';

const specifiers = (text: string) => readModule('a.ts', text).specifiers;

test.each([
	["import './a';", ['./a']],
	['import a from "./a.js";', ['./a.js']],
	["import type { A } from '../a';", ['../a']],
	["import {\n\tone,\n\ttwo,\n} from 'pkg/sub';", ['pkg/sub']],
	["export * from './a'; export { b } from './b';", ['./a', './b']],
	["import a = require('./a');", ['./a']],
	["const a = require( './a' );", ['./a']],
	["const a = await import('./a');", ['./a']],
	['const a = await import(`./a`);', ['./a']],
	["type A = typeof import('./a');", ['./a']],
	["import(/* webpackChunkName: 'x' */ './a');", ['./a']],
	["import a from // the first\n// the second\n'./a';", ['./a']],
	['/// <reference path="a.d.ts" />', ['a.d.ts', './a.d.ts']],
	["/** @type {import('./a').A} */", ['./a']],
	['/** @jsxImportSource preact */', ['preact/jsx-runtime']],
	['Array.from("abc"); const from = 1;', []],
	['import(name); require(name);', []],
])('%j imports %j', (text, expected) => {
	expect(specifiers(text)).toEqual(expected);
});

test.each([
	['a.ts', 'const a = 1;', true],
	['a.ts', 'export const a = 1;', false],
	['a.ts', "import './b';", false],
	['a.ts', "import('./b');", true],
	['a.ts', '/*\nimport this\n*/\nconst a = 1;', true],
	['a.ts', 'export {};\ndeclare global { const a: 1 }', true],
	['a.ts', "export {};\ndeclare module './b' {}", true],
	['a.d.ts', 'declare module "x";', true],
	['a.d.ts', 'export as namespace A;', true],
	['a.mts', 'const a = 1;', false],
	['a.js', 'const a = require("./b");', false],
	['a.js', 'exports.a = 1;', false],
	['a.js', 'var a = 1;', true],
	['a.js', 'window.a = 1;\nexport {};', true],
	['a.vue', '<script>let a = 1</script>', false],
])('%s with %j: what it declares is global: %s', (path, text, global) => {
	expect(readModule(path, text).global).toBe(global);
});
