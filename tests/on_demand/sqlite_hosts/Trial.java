import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;

/** The trial of Java: Event.java has connect. */
public class Trial {
    static final int THREADS = 4, ROWS = 2500;

    static void store(int first) {
        try (Connection db = Event.connect("rows.db")) {
            db.createStatement().executeUpdate("PRAGMA busy_timeout = 60000; PRAGMA synchronous = OFF");
            var insert = db.prepareStatement("INSERT INTO event (what) VALUES (?)");
            for (int number = first; number < first + ROWS; number++) {
                insert.setString(1, Integer.toString(number));
                insert.execute();
            }
        } catch (SQLException error) {
            throw new RuntimeException(error);
        }
    }

    public static void main(String[] arguments) throws Exception {
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < THREADS; i++) {
            int first = i * ROWS;
            threads.add(new Thread(() -> store(first)));
        }
        for (Thread thread : threads)
            thread.start();
        for (Thread thread : threads)
            thread.join();

        Connection db = Event.connect("rows.db");
        var same = db.prepareStatement("SELECT what FROM event WHERE id = ?");
        var rows = db.createStatement().executeQuery("SELECT id, what FROM event ORDER BY id");
        int found = 0;
        Object key = null;
        while (rows.next()) {
            key = rows.getObject(1);
            int number = rows.getInt(2);
            same.setObject(1, key);
            if (same.executeQuery().getInt(1) != number)
                throw new Exception("row " + number);
            found++;
        }

        var binds = db.prepareStatement("SELECT typeof(?), typeof(?), typeof(?)");
        binds.setObject(1, 42);
        binds.setObject(2, new byte[] {0, -1});
        binds.setObject(3, "a");
        var types = binds.executeQuery();
        var wide = db.prepareStatement("SELECT uuid_timestamp_ns(uuid7_at_ns(?))");
        wide.setLong(1, 1645557742123456789L);
        System.out.println("version " + db.getMetaData().getDriverVersion() + ", Java "
                           + System.getProperty("java.version"));
        System.out.println("binds " + types.getString(1) + " " + types.getString(2) + " "
                           + types.getString(3));
        System.out.println("nanoseconds " + wide.executeQuery().getLong(1));
        System.out.println("key " + key.getClass().getSimpleName());
        System.out.println("found " + found);
        try {
            db.createStatement().executeQuery("SELECT uuid_check('6ba7b810+')").next();
        } catch (SQLException error) {
            System.out.println("error " + error.getMessage());
        }
    }
}
