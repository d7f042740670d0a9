// What Hibernate makes of a UUID: java naive hibernate FILE UUID fills a table; further
// arguments are as for naive.cjs.
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.Arrays;
import java.util.UUID;
import org.hibernate.cfg.Configuration;

class naive {
    @Entity(name = "event")
    public static class Event {
        @Id
        UUID id;
    }

    public static void main(String[] arguments) {
        var configuration = new Configuration()
            .setProperty("hibernate.connection.url", "jdbc:sqlite:" + arguments[1])
            .setProperty("hibernate.hbm2ddl.auto", "create")
            .addAnnotatedClass(Event.class);
        try (var factory = configuration.buildSessionFactory()) {
            factory.inTransaction(session -> {
                var event = new Event();
                event.id = UUID.fromString(arguments[2]);
                session.persist(event);
                session.flush();
                for (String key : Arrays.asList(arguments).subList(3, arguments.length)) {
                    session.clear();
                    session.createNativeMutationQuery("UPDATE event SET id = " + key).executeUpdate();
                    if (session.find(Event.class, event.id) != null)
                        System.out.println(key);
                }
            });
        }
    }
}
