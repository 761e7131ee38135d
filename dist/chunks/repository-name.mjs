// src/run/repository-name.ts
/** The repository's own name, when neither option nor mapping gives its ID. */
function repositoryName(event, repository) {
	const fromUrl = (repository.remote?.url.replace(/[\\/]+$/, "").replace(/\.git$/, ""))?.split(/[\\/:]/).at(-1);
	return event.repository.name ?? (fromUrl || (repository.location.top.split(/[\\/]/).at(-1) ?? ""));
}

export { repositoryName };