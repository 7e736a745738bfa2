"""Problems whose difficulty follows a learner."""
