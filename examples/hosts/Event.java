import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;

public class Event {
    static Connection connect(String path) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.enableLoadExtension(true);
        Connection db = DriverManager.getConnection("jdbc:sqlite:" + path, config.toProperties());
        try (var load = db.prepareStatement("SELECT load_extension(?)")) {
            load.setString(1, "/usr/local/lib/sqlite3/uuid9562");
            load.execute();
        }
        return db;
    }

    public static void main(String[] arguments) throws SQLException {
        try (var db = connect("event.db");
             var insert = db.prepareStatement(
                 "INSERT INTO event (what) VALUES ('began') RETURNING id");
             var select = db.prepareStatement("SELECT what FROM event WHERE id = ?");
             var recent = db.prepareStatement(
                 "SELECT count(*) FROM event WHERE id >= uuid7_min_blob(?)")) {
            byte[] key = insert.executeQuery().getBytes(1);
            select.setBytes(1, key);
            System.out.println(key.length + " " + select.executeQuery().getString(1));
            // => 16 began
            recent.setLong(1, System.currentTimeMillis() - 60000);
            System.out.println(recent.executeQuery().getInt(1));
            // => 1
        }
    }
}
