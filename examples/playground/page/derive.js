/*
 * Derive: UUIDs of names, of times and of other UUIDs, as one statement of SQL each.
 */
import { link, restore, write } from "./address.js";
import { $, copyButton, el, inspectLink, latest, linkButton, literal, oneStop, shown } from "./ui.js";

const NAMESPACES = ["@dns", "@url", "@oid", "@x500"];
const DIGESTS = ["sha256", "sha1", "md5", "sha384", "sha512"];
const OLD = "c232ab00-9414-11ec-b3c8-9f6bdeced846";

/* Inputs: a key for the address, a name for people. */
const choice = (key, name, options) => ({ key, name, options, value: options[0] });
const text = (key, name, value) => ({ key, name, value });

/* The inputs and the results of each recipe: SQL by a label. Its parameters are the inputs and
 * then the results before it. */
const RECIPES = [
    {
        title: "Of a name",
        inputs: [choice("namespace", "namespace", NAMESPACES), text("name", "name", "www.example.com"),
            choice("digest", "digest", DIGESTS)],
        gives: {
            "version 5": "uuid5(?1, ?2)",
            "version 3": "uuid3(?1, ?2)",
            "version 8": "uuid8_name(?1, ?2, ?3)",
        },
    },
    {
        title: "Of a time",
        inputs: [text("time", "time (UTC)", "2024-02-29 12:30:00.250")],
        gives: {
            "the smallest": "uuid7_min(?1)",
            "a random one": "uuid7_at(?1)",
            "the largest": "uuid7_max(?1)",
        },
    },
    {
        title: "Converted",
        inputs: [text("uuid", "UUID", OLD)],
        gives: {
            "version 1 to 6": "uuid_v1_to_v6(?1)",
            "and back": "uuid_v6_to_v1(?2)",
            "byte order of GUIDs": "uuid_guid_swap(?1)",
        },
    },
];

export function mount(engine) {
    const controls = new Map(RECIPES.flatMap(({ inputs }) => inputs).map((input) => [input, control(input)]));

    $("derive-recipes").append(...RECIPES.map((recipe) => card(engine, recipe, controls)));
    const values = () => Object.fromEntries([...controls].map(([{ key }, { value }]) => [key, value]));
    $("derive-recipes").addEventListener("input", ({ isTrusted }) =>
        isTrusted && write("derive", values(), true));
    $("derive-controls").append(linkButton(() => link("derive", values()), "these values"));
    restore("derive", (values) => {
        if (Object.keys(values).length === 0)
            return; // the link to the panel: what was typed stays
        for (const [{ key, value }, it] of controls) {
            it.value = values[key] ?? value;
            it.dispatchEvent(new Event("input"));
        }
    });
}

function card(engine, { title, inputs, gives }, all) {
    const controls = inputs.map((input) => all.get(input));
    const rows = Object.entries(gives).map(([label, sql]) =>
        ({ label, sql, code: el("code", {}), out: el("div", {}) }));
    const show = latest(async () => {
        const values = controls.map(({ value }) => value);

        for (const { sql, code, out } of rows) {
            code.textContent = sql.replace(/\?(\d)/g, (_, k) => literal(values[k - 1] ?? null));
            const [uuid, error] = await engine.call("query", `SELECT ${sql}`, values)
                .then((it) => it.rows[0], (error) => [null, error.message]);
            values.push(uuid);
            out.replaceChildren(...error ? [el("span", { class: "problem" }, error)]
                : uuid === null ? [shown(null)] : [inspectLink(uuid), copyButton(uuid, "the UUID")]);
        }
    });

    controls.forEach((each) => each.addEventListener("input", () => show()));
    show();
    return el("article", { class: "card" },
        el("h3", {}, title),
        ...inputs.map(({ name }, i) => el("label", {}, name, controls[i])),
        oneStop(el("dl", { class: "results" }, ...rows.flatMap(({ label, code, out }) =>
            [el("dt", {}, label, code), el("dd", {}, out)]))));
}

function control({ options, value }) {
    return options
        ? el("select", { autocomplete: "off" }, ...options.map((option) => el("option", {}, option)))
        : el("input", { type: "text", class: "digits wide", value, spellcheck: false, autocomplete: "off" });
}
