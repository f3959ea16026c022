/** One script for the view with the questions and for the page with the rules: they share most of what they are made of. */
import { startQuestions } from './questions-page.ts';
import { startRules } from './rules-page.ts';
import { takeTranslations } from './translations.ts';

takeTranslations();
if (document.getElementById('questions')) {
	startQuestions();
} else {
	startRules();
}
