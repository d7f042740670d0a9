/*
 * Your data: a file that is chosen, dropped or pasted.
 */
import { write } from "./address.js";
import { $, el, latest } from "./ui.js";
import * as database from "./database.js";
import * as many from "./many.js";

const SQLITE = "SQLite format 3\0";

/* A table as one finds them. */
const UNTIDY = `uuid,what
017f22e2-79b0-7cc3-98c4-dc0c0c07398f,canonical
017F22E2-79B0-7CC3-98C4-DC0C0C07398F,the same in capital letters
6ba7b8109dad11d180b400c04fd430c8,32 digits
c232ab00-9414-11ec-b3c8-9f6bdeced846,version 1
00000000-0000-0000-0000-000000000000,Nil
n/a,no UUID
{919108f7-52d1-4320-9bac-f847db4148a8},in braces
`;

/* Returns what takes a file from elsewhere, and goes there. */
export function mount(engine) {
    const drop = $("data-drop");
    const answer = $("data-answer");
    const say = () => {
        $("data-state").textContent = answer.querySelector(".summary, .problem, .hint").textContent;
    };
    const take = latest(async (file) => {
        const { name } = file;

        answer.replaceChildren(el("p", { class: "hint" }, `Reading ${name}\u2026`));
        say();
        engine.holdsFile = true;
        try {
            if (await file.slice(0, SQLITE.length).text() !== SQLITE)
                await many.show(engine, file, answer);
            else
                await database.show(engine, file, answer);
        } catch (error) {
            answer.replaceChildren(el("pre", { class: "problem" }, `${name}: ${error.message}`));
        }
        say();
    });
    const bring = (file) => {
        write("data", {}, true);
        $("data").scrollIntoView();
        take(file);
    };

    $("data-file").addEventListener("change", ({ target }) => {
        const [file] = target.files;
        target.value = ""; // so that the same file is a change again
        if (file !== undefined)
            take(file);
    });
    $("data-sample").addEventListener("click", () => take(new File([UNTIDY], "untidy.csv")));
    // A file that is dropped anywhere would take the place of the page.
    for (const name of ["dragover", "drop", "dragend", "dragleave"])
        window.addEventListener(name, (event) => {
            const { files, types } = event.dataTransfer;
            drop.classList.toggle("over", name === "dragover" && types.includes("Files"));
            if (types.includes("Files"))
                event.preventDefault();
            if (name === "drop" && files[0])
                bring(files[0]);
        });
    return bring;
}
