/* The order of results, instead of Sphinx's: a page need not have all words, and a rare word weighs
 * more, as does one in the title, in a heading, or in the page's first paragraph and its row in the
 * manuals (INTRO, by page), above all if all words are there as asked. Sphinx gives the words'
 * stems, and shows the results. */

const MOST = 12; // results

Search._performSearch = (query, words, excluded) => {
    const { docnames, titles, alltitles, terms, titleterms } = Search._index;
    const stemmer = new Stemmer();
    const split = (text) => splitQuery(text.toLowerCase()).map((word) => stemmer.stemWord(word));
    const likeness = (it, word) =>
        it === word ? 1 : word.length > 3 && it.startsWith(word) ? 0.5 : 0;
    const has = (list, word) => Math.max(0, ...list.map((it) => likeness(it, word)));
    if (words.has("uuid"))
        [...words].filter((it) => /^v\d$/.test(it)).forEach((it) => words.add(`uuid${it}`));

    const worth = new Map();
    const places = new Map();
    for (const word of [...words, ...excluded]) {
        const files = docnames.map(() => 0);
        for (const index of [terms, titleterms])
            for (const it of Object.keys(index).filter((it) => likeness(it, word) > 0))
                for (const file of [index[it]].flat())
                    files[file] = Math.max(files[file], likeness(it, word));
        const count = (least) => files.filter((it) => it >= least).length;
        worth.set(word, Math.log(1 + files.length / (count(1) || count(0.5) || 1)));
        places.set(word, files);
    }

    const value = (weight) => [...words].reduce((sum, it) => sum + worth.get(it) * weight(it), 0);
    const heading = (title, id = "") => {
        const list = split(title);
        return { title, id, value: value((word) => has(list, word)) };
    };
    const results = docnames.map((name, file) => {
        const [title, intro] = [titles[file], INTRO[name]].map(split);
        const best = Object.entries(alltitles)
            .flatMap(([it, ids]) => ids.filter(([at]) => at === file)
                .map(([, id]) => heading(it, id)))
            .reduce((best, it) => it.value > best.value ? it : best, heading(titles[file]));
        const score = 4 * best.value ** 2 / value(() => 1) + value((word) =>
            places.get(word)[file] + 3 * has(intro, word) + 2 * has(title, word)
            + (word.includes("_") && /functions$|\.h$/.test(name)))
            + (query.split(" ").length > 3 && INTRO[name].includes(query) ? value(() => 6) : 0);
        const isLess = /^docs\/(internals\/|CONTRIBUTING)/.test(name);
        const isOut = name === "404" || [...excluded].some((word) => places.get(word)[file] === 1);
        return [name, best.id ? `${titles[file]} > ${best.title}` : titles[file],
                best.id ? `#${best.id}` : "", INTRO[name].split(/(?<=\.) /)[0],
                isOut ? 0 : isLess ? score / 4 : score, "", SearchResultKind.text];
    });
    return results.filter((it) => it[4] > 0).sort((a, b) => a[4] - b[4]).slice(-MOST);
};
