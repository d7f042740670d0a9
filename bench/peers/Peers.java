// Libraries of Java, for peers_table.py: java Peers NAME, and lines as peers.py says.

import com.fasterxml.uuid.Generators;
import com.github.f4b6a3.uuid.UuidCreator;
import com.github.f4b6a3.uuid.alt.GUID;
import io.github.robsonkades.uuidv7.UUIDv7;
import java.util.Scanner;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

public class Peers {
    static final int BATCH = 256;
    static final Object[] kept = new Object[BATCH];
    static final long[] filled = new long[2 * BATCH];

    static Callable<?> generator(String name) {
        var jug = Generators.timeBasedEpochGenerator();
        var jugRandom = Generators.timeBasedEpochRandomGenerator();
        return switch (name) {
            case "java.util.UUID" -> UUID::randomUUID;
            case "JUG, timeBasedEpochGenerator" -> jug::generate;
            case "JUG, timeBasedEpochRandomGenerator" -> jugRandom::generate;
            case "uuid-creator, getTimeOrderedEpoch" -> UuidCreator::getTimeOrderedEpoch;
            case "uuid-creator, getTimeOrderedEpochFast" -> UuidCreator::getTimeOrderedEpochFast;
            case "uuid-creator, GUID.v7" -> GUID::v7;
            case "uuidv7, randomUUID" -> UUIDv7::randomUUID;
            case "uuidv7, secureRandomUUID" -> UUIDv7::secureRandomUUID;
            case "uuidv7, fill of 256" -> () -> {
                UUIDv7.fill(filled, 0, 1);
                return new UUID(filled[0], filled[1]);
            };
            default -> throw new IllegalArgumentException(name);
        };
    }

    static void run(String name, Callable<?> generator, int n) throws Exception {
        if (name.equals("uuidv7, fill of 256"))
            for (int i = 0; i < n; i += BATCH)
                UUIDv7.fill(filled, 0, BATCH);
        else
            for (int i = 0; i < n; i++)
                kept[i % BATCH] = generator.call();
    }

    public static void main(String[] names) throws Exception {
        var generator = generator(names[0]);
        var other = Executors.newSingleThreadExecutor();
        for (var in = new Scanner(System.in); in.hasNextLine();) {
            var words = in.nextLine().split(" ");
            var answer = new StringBuilder();
            switch (words[0]) {
                case "run" -> {
                    run(names[0], generator, Integer.parseInt(words[1]));
                    answer.append("done\n");
                }
                case "fork" -> answer.append("\n"); // Java has no fork
                default -> {
                    for (int i = 0; i < Integer.parseInt(words[1]); i++)
                        answer.append(words[0].equals("turns") && i % 2 != 0
                                          ? other.submit(generator).get() : generator.call())
                            .append("\n");
                }
            }
            System.out.print(answer);
            System.out.flush();
        }
        other.shutdown();
    }
}
