// Hibernate over sqlite-jdbc: a key by the database's default, found by itself and by its time.
// javac -cp 'jars/*' Hibernate.java; UUID9562_EXTENSION=/usr/local/lib/sqlite3/uuid9562
// java -cp 'jars/*:.' Hibernate FILE, with the table event.
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.HexFormat;
import java.util.List;
import org.hibernate.annotations.Generated;
import org.hibernate.cfg.Configuration;
import org.hibernate.community.dialect.SQLiteDialect;
import org.hibernate.engine.jdbc.dialect.spi.DialectResolutionInfo;

public class Hibernate {
    @Entity(name = "event")
    public static class Event {
        @Id
        @Generated
        byte[] id;
        String what;
    }

    public static class Returning extends SQLiteDialect { // or the key is a rowid
        public Returning(DialectResolutionInfo info) {
            super(info);
        }

        @Override
        public boolean supportsInsertReturning() {
            return true;
        }
    }

    public static void main(String[] arguments) {
        var configuration = new Configuration()
            .setProperty("hibernate.connection.url", "jdbc:sqlite:" + arguments[0])
            .setProperty("hibernate.connection.enable_load_extension", "true")
            .setProperty("hibernate.connection.pool_size", "1")
            .setProperty("hibernate.dialect", Returning.class.getName())
            .addAnnotatedClass(Event.class);
        try (var factory = configuration.buildSessionFactory(); var session = factory.openSession()) {
            session.createNativeQuery("SELECT load_extension(:path)", Object.class)
                .setParameter("path", System.getenv("UUID9562_EXTENSION")).getSingleResult();
            var event = new Event();
            event.what = "hibernate";
            session.beginTransaction();
            session.persist(event);
            session.getTransaction().commit();
            List<Event> recent = session.createNativeQuery(
                "SELECT * FROM event WHERE id >= uuid7_min_blob(:ms)", Event.class)
                .setParameter("ms", System.currentTimeMillis() - 3600000).getResultList();
            session.clear();
            long found = recent.stream()
                .filter(row -> session.find(Event.class, row.id).what.equals(row.what)).count();
            System.out.println("hibernate " + HexFormat.of().formatHex(event.id) + " " + found);
            // => hibernate 01... 1
        }
    }
}
