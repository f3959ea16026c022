import { repositoriesIn, repositorySuite } from '../../support/language-servers/repositories/repository-suite.ts';

for (const repository of repositoriesIn(process.env['HAWSER_REPOSITORIES'] ?? '')) {
	await repositorySuite(repository);
}
